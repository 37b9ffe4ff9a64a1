import { isNewer, SINCE } from './browser-support.ts'

/**
 * What minified CSS uses that a supported browser may lack: properties and their keywords, at-rules, selectors, units
 * and functions. Not those with a vendor's prefix.
 */
export const newerStyles = (css: string): readonly string[] => {
  const used = new Set<string>()
  for (const [, property = '', value = ''] of css.matchAll(/(?<=[{;])([a-z][a-z-]*):([^;{}]+)/g)) {
    used.add(`css.properties.${property}`)
    for (const [word] of value.matchAll(/(?<![\w-])[a-z][a-z-]*(?![\w(-])/g))
      used.add(`css.properties.${property}.${word}`)
    for (const [, unit] of value.matchAll(/\d([a-z]+)\b/g)) used.add(`css.types.length.${unit}`)
    for (const [, name] of value.matchAll(/(?<![\w-])([a-z][a-z-]*)\(/g))
      for (const kind of ['', 'color.', 'gradient.']) used.add(`css.types.${kind}${name}`)
  }
  for (const [, rule] of css.matchAll(/@([a-z][a-z-]*)/g)) used.add(`css.at-rules.${rule}`)
  for (const [, name] of css.matchAll(/::?([a-z][a-z-]*)(?=[({,\s:.[>~+)])/g))
    used.add(`css.selectors.${name}`)
  if (/[;{}]&/.test(css)) used.add('css.selectors.nesting')
  return [...used].filter((key) => {
    const since = SINCE.get(key)
    return since !== undefined && isNewer(since)
  })
}

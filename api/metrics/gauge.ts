import { Gauge, type LabelValues } from 'prom-client'
import { gather } from '../../events/gather.ts'

/** One value, with its labels. */
export type Reading<Label extends string> = readonly [value: number, labels?: LabelValues<Label>]

/**
 * A gauge that is read when somebody asks for the metrics. While it cannot be read it has no value: an alert on its
 * absence is better than an old figure.
 */
export const gaugeOf = <const Label extends string = never>(
  name: string,
  help: string,
  read: () => readonly Reading<Label>[] | Promise<readonly Reading<Label>[]>,
  labelNames: readonly Label[] = [],
): Gauge<Label> => {
  const gauge: Gauge<Label> = new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [],
    collect: async () => {
      const readings = await Promise.resolve()
        .then(read)
        .catch(() => [])
      gauge.reset()
      // A gauge without labels is reset to zero, which would say that all is well.
      if (labelNames.length === 0) gauge.remove()
      for (const [value, labels] of readings) gauge.set(labels ?? {}, value)
    },
  })
  return gauge
}

/** Makes gauges of one thing, which is read once for all of them that are asked for together; null gives no value. */
export const gaugesOf = <Thing>(read: () => Promise<Thing | null>) => {
  const shared = gather<void, Thing | null>({
    run: async (calls) => {
      const thing = await read()
      return calls.map(() => thing)
    },
    concernsAll: () => true,
  })
  return <const Label extends string = never>(
    name: string,
    help: string,
    readings: (thing: Thing) => readonly Reading<Label>[],
    labelNames: readonly Label[] = [],
  ): Gauge<Label> =>
    gaugeOf(
      name,
      help,
      async () => {
        const thing = await shared()
        return thing === null ? [] : readings(thing)
      },
      labelNames,
    )
}

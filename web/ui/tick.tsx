import type { ComponentProps } from 'react'

type TickProps = Omit<ComponentProps<'input'>, 'type' | 'className'>

/** A checkbox as the theme draws it, in both themes alike. Its label is around it. */
export function Checkbox({
  partly = false,
  ...rest
}: Omit<TickProps, 'ref'> & {
  /** Some but not all of what it stands for is chosen. */
  partly?: boolean
}) {
  return (
    <input
      {...rest}
      ref={(box) => {
        if (box) box.indeterminate = partly
      }}
      type="checkbox"
      className="tick rounded-md"
    />
  )
}

/** A radio button as the theme draws it. Its label, around it, shows the focus when `quiet`. */
export function Radio({ quiet = false, ...rest }: TickProps & { quiet?: boolean }) {
  return <input {...rest} type="radio" className={`tick rounded-full ${quiet ? 'outline-none' : ''}`} />
}

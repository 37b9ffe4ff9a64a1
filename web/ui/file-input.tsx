import type { ComponentProps } from 'react'

/** The browser's own file input without a look: whoever uses it draws its label or a box below it. */
export function FileInput({
  onChoose,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & { onChoose: (file: File) => void }) {
  return (
    <input
      {...rest}
      type="file"
      onChange={({ target }) => {
        const [chosen] = target.files ?? []
        if (chosen) onChoose(chosen)
        // Cleared so that the same file can be chosen again after it has been corrected.
        target.value = ''
      }}
    />
  )
}

import { type ChangeEvent, useRef, useState } from 'react'

/** State of a form's only text field: its value, and its error, which moves the focus to the field. */
export const useTyped = (onEdit: () => void = () => undefined) => {
  const [typed, setTyped] = useState('')
  const [wrong, setWrong] = useState<string | undefined>(undefined)
  const ref = useRef<HTMLInputElement>(null)
  const refuse = (reason: string) => {
    setWrong(reason)
    ref.current?.focus()
  }
  const edit = (text: string) => {
    setTyped(text)
    setWrong(undefined)
    onEdit()
  }
  return {
    typed,
    edit,
    refuse,
    /** Clears the error when the form is submitted. */
    accept: () => setWrong(undefined),
    /** Shows the server's error for the API field `name`; see `useAttempt`. */
    refusedAs:
      (name: string) =>
      ({ [name]: said }: Readonly<Record<string, string>>): boolean => {
        if (said !== undefined) refuse(said)
        return said !== undefined
      },
    /** Props of the field. */
    field: {
      ref,
      value: typed,
      error: wrong,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => edit(target.value),
    },
  }
}

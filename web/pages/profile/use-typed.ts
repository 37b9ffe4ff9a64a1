import { type ChangeEvent, useRef, useState } from 'react'

/** The one text of a form: as typed, and why it was refused, which takes the focus there to put it right. */
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
    /** It is sent, again perhaps: nothing is wrong with it until somebody says so. */
    accept: () => setWrong(undefined),
    /** Takes over what the server says of the field that it calls `name`; see `useAttempt`. */
    refusedAs:
      (name: string) =>
      ({ [name]: said }: Readonly<Record<string, string>>): boolean => {
        if (said !== undefined) refuse(said)
        return said !== undefined
      },
    /** Of its field. */
    field: {
      ref,
      value: typed,
      error: wrong,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => edit(target.value),
    },
  }
}

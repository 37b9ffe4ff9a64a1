import { type ReactNode, useId } from 'react'

/** A form of the token panel, with its heading and what there is to know before it. */
export function FormSection({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="grid content-start gap-4">
      <div>
        <h3 id={id} className="font-bold">
          {title}
        </h3>
        <p className="text-sm text-muted">{text}</p>
      </div>
      {children}
    </section>
  )
}

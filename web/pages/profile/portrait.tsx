import { useState } from 'react'
import { initialsOf } from '../../parts/initials.ts'

/** The member's picture; their initials when there is none or it cannot be loaded. */
export function Portrait({ name, picture }: { name: string; picture: string | null }) {
  const [broken, setBroken] = useState(false)
  if (picture !== null && !broken)
    return (
      <img
        src={picture}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
        className="size-16 shrink-0 rounded-full object-cover sm:size-20"
      />
    )
  return (
    <span
      aria-hidden="true"
      className="grid size-16 shrink-0 place-items-center rounded-full bg-primary-soft text-xl font-bold text-primary sm:size-20 sm:text-2xl"
    >
      {initialsOf(name)}
    </span>
  )
}

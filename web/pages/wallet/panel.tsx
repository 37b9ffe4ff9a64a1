import { type ReactNode, useEffect } from 'react'
import { deviceEntry } from '../../data/device-entry.ts'
import { BelowFirstScreen } from '../../parts/below-first-screen.tsx'
import { useLocation } from '../../parts/router.ts'
import { usePhone } from '../../parts/use-phone.ts'
import { Fold } from '../../ui/fold.tsx'

export type PanelName =
  | 'token'
  | 'growth'
  | 'portfolio'
  | 'deposits'
  | 'statements'
  | 'blockchain'
  | 'history'

/** The panels that are open on a phone. */
const opened = deviceEntry<readonly string[]>(
  'youtility.wallet-panels',
  (text) => text?.split(' ') ?? [],
  (names) => (names.length === 0 ? null : names.join(' ')),
)

export const openPanel = (name: PanelName, open = true): void => {
  const others = opened.get().filter((one) => one !== name)
  opened.set(open ? [...others, name] : others)
}

/**
 * A named panel of the wallet. On phones it is its title until a member opens it, and stays as they left it. The address
 * opens it by its name (`#deposits`) or by a tab or filter in it (one of `filters`).
 */
export function Panel({
  name,
  title,
  height_rem,
  filters = [],
  children,
}: {
  name: PanelName
  title: string
  /** Its approximate height when it is open. */
  height_rem: number
  filters?: readonly string[]
  children: ReactNode
}) {
  const isOpen = opened.use().includes(name)
  const { hash, search, key } = useLocation()
  const query = new URLSearchParams(search)
  /** The visit that names it. */
  const meant = hash === `#${name}` || filters.some((filter) => query.has(filter)) ? key : null
  useEffect(() => {
    if (meant !== null) openPanel(name)
  }, [meant, name])
  return (
    <BelowFirstScreen height_rem={usePhone() && !isOpen ? 3.625 : height_rem}>
      {usePhone() ? (
        <Fold title={title} open={isOpen} onChange={(open) => openPanel(name, open)}>
          {children}
        </Fold>
      ) : (
        children
      )}
    </BelowFirstScreen>
  )
}

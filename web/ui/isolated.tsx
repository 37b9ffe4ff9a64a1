import type { ReactNode } from 'react'

/** A value ("2.1 GB", "125.00 YUT") in its own order, which right-to-left text would reverse. */
export const isolated = (value: ReactNode): ReactNode =>
  typeof value === 'string' ? <bdi translate="no">{value}</bdi> : value

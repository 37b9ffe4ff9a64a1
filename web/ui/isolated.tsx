import type { ReactNode } from 'react'

/** A value ("2.1 GB", "125.00 YUT") as it is written, also in a line from right to left, which would turn it around. */
export const isolated = (value: ReactNode): ReactNode =>
  typeof value === 'string' ? <bdi>{value}</bdi> : value

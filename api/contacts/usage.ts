/** Usage of one phone number of the member's own devices in the last 30 days. */
export interface NumberUsage {
  readonly messages: number
  readonly calls: number
  /** Megabytes. */
  readonly dataMb: number
}

/** Usage of the member's own devices by phone number in E.164; of no other member's. */
export type LineUsage = (memberId: string) => Promise<ReadonlyMap<string, NumberUsage>>

const MB_PER_GB = 1024

/** "0 MB", "512 MB", from 1024 MB on "1.5 GB" with one decimal. */
export const dataText = (megabytes: number): string =>
  Math.round(megabytes) >= MB_PER_GB
    ? `${(megabytes / MB_PER_GB).toFixed(1)} GB`
    : `${Math.round(megabytes)} MB`

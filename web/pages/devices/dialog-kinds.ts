import type { Insight } from '../../../api/contract/device-usage.ts'
import type { PlanType, Device } from '../../../api/contract/devices.ts'
import type { Opened } from '../../parts/use-opened.ts'

/** The open dialog and its subject. */
export type DeviceDialog =
  | { readonly kind: 'qr' | 'edit' | 'delete' | 'suspend'; readonly device: Device }
  | { readonly kind: 'plan'; readonly device: Device; readonly suggested: PlanType | null }
  | { readonly kind: 'apply'; readonly insight: Insight }

/** The dialogs of the page. If the element that opened one is gone, the focus moves to the page's heading. */
export type Dialogs = Opened<DeviceDialog>

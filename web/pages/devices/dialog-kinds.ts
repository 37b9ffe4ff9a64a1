import type { Insight } from '../../../api/contract/device-usage.ts'
import type { PlanType, Profile } from '../../../api/contract/devices.ts'
import type { Opened } from '../../parts/use-opened.ts'

/** Which dialog is open, and about what. */
export type DeviceDialog =
  | { readonly kind: 'qr' | 'edit' | 'delete' | 'suspend'; readonly device: Profile }
  | { readonly kind: 'plan'; readonly device: Profile; readonly suggested: PlanType | null }
  | { readonly kind: 'apply'; readonly insight: Insight }

/** The dialogs of the page; where what one was opened from has gone, the focus goes to the page's heading. */
export type Dialogs = Opened<DeviceDialog>

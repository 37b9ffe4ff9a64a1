import {
  Cpu,
  Laptop,
  type LucideIcon,
  Router,
  Smartphone,
  TabletSmartphone,
  Tablet,
  Watch,
} from 'lucide-react'
import type { DeviceType } from '../../../api/contract/devices.ts'

const ICONS: Readonly<Record<DeviceType, LucideIcon>> = {
  smartphone: Smartphone,
  tablet: Tablet,
  smartwatch: Watch,
  laptop: Laptop,
  iot_device: Cpu,
  router: Router,
  other: TabletSmartphone,
}

/** Decorative: the type is written beside it. */
export function TypeIcon({ type }: { type: DeviceType }) {
  const Icon = ICONS[type]
  return (
    <span
      aria-hidden="true"
      className="grid size-11 shrink-0 place-items-center rounded-control bg-primary-soft text-primary"
    >
      <Icon className="size-5.5" />
    </span>
  )
}

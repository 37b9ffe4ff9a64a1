import {
  ALERT_PERCENTS,
  DEVICE_LABEL_MAX,
  type DeviceConfig,
  PREFERRED_NETWORKS,
  PRIMARY_USES,
} from '../../../api/contract/devices.ts'
import { Select } from '../../ui/select.tsx'
import { SwitchField } from '../../ui/switch-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { NETWORK_LABELS, USE_LABELS } from './words.ts'
import { t } from '../../texts/texts.ts'

type Switch = {
  [K in keyof DeviceConfig]: DeviceConfig[K] extends boolean ? K : never
}[keyof DeviceConfig]

const [FIRST_ALERT, SECOND_ALERT] = ALERT_PERCENTS

const SWITCHES: readonly { readonly name: Switch; readonly label: string; readonly hint: string }[] = [
  { name: 'roaming_enabled', label: t('Roaming'), hint: t('Calls and messages in networks abroad.') },
  {
    name: 'data_roaming_enabled',
    label: t('International Data Roaming'),
    hint: t('Data in networks abroad.'),
  },
  { name: 'international_calling', label: t('International Calling'), hint: t('Calls to numbers abroad.') },
  {
    name: 'hotspot_enabled',
    label: t('Mobile Hotspot'),
    hint: t('Share the connection with other devices.'),
  },
  {
    name: 'data_limit_alerts',
    label: t('Data Limit Alerts'),
    hint: t('Tells you at {firstAlert}% and {secondAlert}% of the data allowance.', {
      firstAlert: FIRST_ALERT,
      secondAlert: SECOND_ALERT,
    }),
  },
  {
    name: 'usage_notifications',
    label: t('Usage Notifications'),
    hint: t('Tells you at {firstAlert}% and {secondAlert}% of minutes and messages.', {
      firstAlert: FIRST_ALERT,
      secondAlert: SECOND_ALERT,
    }),
  },
]

/** The settings of a new or existing device. */
export function SettingsFields({
  config,
  errors,
  disabled,
  onChange,
}: {
  config: DeviceConfig
  /** Messages by setting name. */
  errors: Readonly<Record<string, string | undefined>>
  disabled: boolean
  onChange: (change: Partial<DeviceConfig>) => void
}) {
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          label={t('Device Nickname')}
          aside={t('Optional')}
          maxLength={DEVICE_LABEL_MAX}
          value={config.device_nickname}
          disabled={disabled}
          error={errors['device_nickname']}
          onChange={(event) => onChange({ device_nickname: event.target.value })}
        />
        <Select
          label={t('Primary Use')}
          options={PRIMARY_USES.map((value) => ({ value, label: USE_LABELS[value] }))}
          value={config.primary_use}
          disabled={disabled}
          onChoose={(primary_use) => onChange({ primary_use })}
        />
        <Select
          label={t('Preferred Network')}
          options={PREFERRED_NETWORKS.map((value) => ({ value, label: NETWORK_LABELS[value] }))}
          value={config.preferred_network}
          disabled={disabled}
          onChoose={(preferred_network) => onChange({ preferred_network })}
        />
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        {SWITCHES.map(({ name, label, hint }) => (
          <SwitchField
            key={name}
            label={label}
            hint={hint}
            checked={config[name]}
            disabled={disabled}
            onChange={(event) => onChange({ [name]: event.target.checked })}
          />
        ))}
      </div>
    </>
  )
}

import { useState } from 'react'
import {
  DEVICE_LABEL_MAX,
  DEVICE_LABEL_MISSING,
  DEVICE_TYPES,
  type DeviceConfig,
  type DeviceType,
  type Device,
  UpdateDeviceRequest,
} from '../../../../api/contract/devices.ts'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { editDevice } from '../changes.ts'
import { SettingsFields } from '../settings-fields.tsx'
import { useAttempt } from '../../../parts/use-attempt.ts'
import { TYPE_LABELS } from '../words.ts'
import { t } from '../../../texts/texts.ts'

interface Values {
  readonly label: string
  readonly type: DeviceType
  /** Only what the member has changed: a setting may have a value that this app does not know. */
  readonly changed: Partial<DeviceConfig>
}

const bodyOf = ({ label, type, changed }: Values) => ({
  device_label: label.trim(),
  device_type: type,
  ...(Object.keys(changed).length > 0 && {
    device_config: {
      ...changed,
      ...(changed.device_nickname !== undefined && { device_nickname: changed.device_nickname.trim() }),
    },
  }),
})

/** Validation messages of the contract by field name. */
const problemsOf = (body: ReturnType<typeof bodyOf>): Record<string, string> => {
  const parsed = UpdateDeviceRequest.safeParse(body)
  return parsed.success
    ? {}
    : Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path.at(-1)), message]))
}

/** Changes the label, the type and the settings of a device; the plan has its own dialog. */
export default function EditDialog({
  device,
  onDone,
  onClose,
}: {
  device: Device
  onDone: (message: string) => void
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>({
    label: device.device_label,
    type: device.device_type,
    changed: {},
  })
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const attempt = useAttempt({ log: t('Device update failed') })
  const blank = values.label.trim() === ''
  const submit = async () => {
    const body = bodyOf(values)
    const problems = problemsOf(body)
    setFields(problems)
    if (Object.keys(problems).length > 0) return
    await attempt.run(
      () => editDevice(device.id, body),
      () => onDone(t('{deviceLabel} was updated.', { deviceLabel: body.device_label })),
    )
  }
  return (
    <FormDialog
      title={t('Edit Device')}
      size="lg"
      verb={t('Update Device')}
      attempt={attempt}
      failure={t('The device was not updated')}
      offlineReason={t('You are offline. Updating a device needs a connection; what you typed is kept.')}
      ready={!blank}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <div className="grid gap-5">
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <TextField
            label={t('Device Label')}
            required
            maxLength={DEVICE_LABEL_MAX}
            autoComplete="off"
            value={values.label}
            error={blank ? DEVICE_LABEL_MISSING : fields['device_label']}
            onChange={(event) => setValues({ ...values, label: event.target.value })}
          />
          <Select
            label={t('Device Type')}
            options={DEVICE_TYPES.map((value) => ({ value, label: TYPE_LABELS[value] }))}
            value={values.type}
            onChoose={(type) => setValues({ ...values, type })}
          />
        </div>
        <SettingsFields
          config={{ ...device.device_config, ...values.changed }}
          errors={fields}
          disabled={false}
          onChange={(change) => setValues({ ...values, changed: { ...values.changed, ...change } })}
        />
      </div>
    </FormDialog>
  )
}

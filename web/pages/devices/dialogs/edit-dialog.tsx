import { useState } from 'react'
import {
  DEVICE_LABEL_MAX,
  DEVICE_LABEL_MISSING,
  DEVICE_TYPES,
  type DeviceConfig,
  type DeviceType,
  type Profile,
  UpdateProfileRequest,
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
  readonly config: DeviceConfig
}

const bodyOf = ({ label, type, config }: Values, touched: boolean) => ({
  device_label: label.trim(),
  device_type: type,
  ...(touched ? { device_config: { ...config, device_nickname: config.device_nickname.trim() } } : {}),
})

/** Validation messages of the contract by field name. */
const problemsOf = (body: ReturnType<typeof bodyOf>): Record<string, string> => {
  const parsed = UpdateProfileRequest.safeParse(body)
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
  device: Profile
  onDone: (message: string) => void
  onClose: () => void
}) {
  const [values, setValues] = useState<Values>({
    label: device.device_label,
    type: device.device_type,
    config: device.device_config,
  })
  const [touched, setTouched] = useState(false)
  const [fields, setFields] = useState<Readonly<Record<string, string>>>({})
  const attempt = useAttempt({ log: t('Device update failed') })
  const blank = values.label.trim() === ''
  const submit = async () => {
    const body = bodyOf(values, touched)
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
          config={values.config}
          errors={fields}
          disabled={false}
          onChange={(change) => {
            setTouched(true)
            setValues({ ...values, config: { ...values.config, ...change } })
          }}
        />
      </div>
    </FormDialog>
  )
}

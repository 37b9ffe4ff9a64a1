import { useCallback } from 'react'
import type { Activation, Device } from '../../../../api/contract/devices.ts'
import { useAsync } from '../../../data/use-async.ts'
import { useConnectivity } from '../../../data/connectivity.ts'
import { OutsideLink } from '../../../ui/outside-link.tsx'
import { sentenceOf } from '../../../data/errors.ts'
import { fetchActivation } from '../../../data/devices.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Banner } from '../../../ui/banner.tsx'
import { Button, LeaveButton } from '../../../ui/button.tsx'
import { CopyButton } from '../../../ui/copy-button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { QrCode } from '../../../ui/qr-code.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ACTIVATION_TIME, deviceName, NOT_ASSIGNED, statusLook } from '../words.ts'
import { t } from '../../../texts/texts.ts'

/**
 * Shows how to install an eSIM. The activation code is a bearer secret: fetched when the dialog opens, kept only in
 * its state, discarded when it closes.
 */
export default function QrDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const released = device.activation_code !== null
  const { text, tone } = statusLook(device.status)
  return (
    <Dialog
      onClose={onClose}
      title={t('Device QR Code')}
      footer={<LeaveButton onClick={onClose} label={t('Close')} />}
    >
      <div className="grid gap-5 pb-2">
        {released ? <ActivationPart deviceId={device.id} /> : <NotReleased status={device.status} />}
        <Facts label={t('Device')}>
          <Fact name={t('Label')}>{deviceName(device)}</Fact>
          <Fact name={t('ICCID')}>
            <span className="font-mono text-sm">{device.iccid ?? NOT_ASSIGNED}</span>
          </Fact>
          <Fact name={t('Number')}>{device.msisdn ?? NOT_ASSIGNED}</Fact>
          <Fact name={t('Status')}>
            <Badge tone={tone}>{text}</Badge>
          </Fact>
          <Fact name={t('Code')}>
            <span className="font-mono text-sm">{device.activation_code ?? NOT_ASSIGNED}</span>
          </Fact>
        </Facts>
      </div>
    </Dialog>
  )
}

function NotReleased({ status }: { status: Device['status'] }) {
  return (
    <Banner live="status" title={t('There is no activation code yet')}>
      {status === 'provisioning'
        ? t('The carrier has not released it. {activationTime} It shows here as soon as it is there.', {
            activationTime: ACTIVATION_TIME,
          })
        : t('The carrier has not released one for this device.')}
    </Banner>
  )
}

function ActivationPart({ deviceId }: { deviceId: string }) {
  const asked = useAsync(useCallback((signal) => fetchActivation(deviceId, signal), [deviceId]))
  const offline = useConnectivity() === 'offline'
  if (asked.value !== null) return <Installation activation={asked.value} />
  if (asked.error === null)
    return (
      <div className="grid justify-items-center gap-3">
        <Skeleton className="size-56 rounded-control!" />
        <output className="text-sm text-muted">{t('Asking for the activation code')}</output>
      </div>
    )
  return (
    <Banner
      tone="debit"
      live="alert"
      title={t('The activation code could not be loaded')}
      action={
        <Button variant="secondary" size="sm" disabled={offline} onClick={asked.again}>
          {t('Try again')}
        </Button>
      }
    >
      {sentenceOf(asked.error, t('Something went wrong. Please try again.'))}
    </Banner>
  )
}

function Installation({ activation }: { activation: Activation }) {
  const { activation_code, smdp_address, matching_id, install_links } = activation
  return (
    <>
      <div className="grid justify-items-center gap-3 text-center">
        <QrCode
          text={activation_code}
          label={t('QR code with the activation code; the codes to type in stand below')}
        />
        <p className="text-sm text-muted">
          {t(
            'Scan it with the device that shall get the eSIM. Whoever has this code can install the eSIM: show it to nobody.',
          )}
        </p>
      </div>
      <section aria-label={t('Install on this device')} className="grid gap-2">
        <h3 className="text-sm font-semibold">{t('Install on this device')}</h3>
        <div className="grid gap-2 sm:grid-cols-2">
          <OutsideLink href={install_links.ios}>{t('iPhone or iPad')}</OutsideLink>
          <OutsideLink href={install_links.android}>{t('Android')}</OutsideLink>
        </div>
        <p className="text-sm text-muted">
          {t('iOS 17.4 or Android 10 and later, where the device supports it.')}
        </p>
      </section>
      <section aria-label={t('Enter by hand')} className="grid gap-2">
        <h3 className="text-sm font-semibold">{t('Enter by hand')}</h3>
        <Code name={t('SM-DP+ address')} copy={t('Copy address')} value={smdp_address} />
        <Code name={t('Activation code')} copy={t('Copy code')} value={matching_id} />
        {activation.confirmation_code_required && (
          <p className="text-sm text-muted">{t('The device will also ask for a confirmation code.')}</p>
        )}
      </section>
    </>
  )
}

function Code({ name, copy, value }: { name: string; copy: string; value: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 rounded-control border border-line px-3 py-2">
      <div className="min-w-0">
        <div className="text-sm text-muted">{name}</div>
        <div className="font-mono text-sm break-all">{value}</div>
      </div>
      <CopyButton text={value} label={copy} />
    </div>
  )
}

import type { Profile, SharedField } from '../../../api/contract/profile.ts'
import { t } from '../../texts/texts.ts'

/** Editable profile fields in the order of the page, except the bio. */
export const FIELDS = [
  { name: 'display_name', label: t('Display Name'), type: 'text', autoComplete: 'nickname' },
  { name: 'name', label: t('Full Name'), type: 'text', autoComplete: 'name' },
  { name: 'organization', label: t('Organization'), type: 'text', autoComplete: 'organization' },
  { name: 'title', label: t('Title'), type: 'text', autoComplete: 'organization-title' },
  { name: 'phone_endpoint', label: t('Phone'), type: 'tel', autoComplete: 'tel' },
  { name: 'website_url', label: t('Website'), type: 'url', autoComplete: 'url' },
] as const

/** Label of each field that can be shared. */
export const SHARED_LABELS: Readonly<Record<SharedField, string>> = {
  display_name: t('Display Name'),
  name: t('Full Name'),
  handle: t('Handle'),
  organization: t('Organization'),
  title: t('Title'),
  bio: t('Bio'),
  website_url: t('Website'),
  phone_endpoint: t('Phone'),
  email: t('Email'),
}

/** The member's display name; never empty. */
export const nameOf = ({ display_name: display, name, handle }: Profile): string =>
  display ?? name ?? `@${handle}`

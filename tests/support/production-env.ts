/** The variables that an operator must set in production, except the database's; every secret is made up. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  PUBLIC_URL: 'https://app.example.com',
  OIDC_ISSUER: 'https://accounts.example.com',
  OIDC_CLIENT_ID: 'client',
  OIDC_CLIENT_SECRET: 'secret',
  SESSION_KEYS: '8J2kq0mXvT5cZr1LwYpB7nHsE4uGdAfo9iQVx3tCjN6',
  KEY_ENCRYPTION_KEY: 'n3Wc8mQ0Zr5uXoVt1yJpL7aKfG2sHdEbTqNi94RwUvM=',
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_7hQ2mXvT5cZr1LwYpB9nHsE4uGdAfoKi',
  STRIPE_PUBLISHABLE_KEY: 'pk_live_1',
  TELNYX_API_KEY: 'KEY_1',
  LEDGER_LOG_KEY: 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz',
}

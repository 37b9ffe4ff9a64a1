/** Whether the browser says that it keeps no cookies, so that nobody can sign in. One that does not say it keeps them. */
export const forbidsCookies = (): boolean => 'cookieEnabled' in navigator && !navigator.cookieEnabled

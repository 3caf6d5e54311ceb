/** Value of `notify`: users are not notified when their second factor changes. */
export const skipNotifications: unique symbol = Symbol('skip-notifications')

import type { AuditLogTexts } from './texts.js'

/** The Chinese texts. */
export const chinese: AuditLogTexts = {
  language: 'zh',
  title: '近期活动',
  none: '暂无活动。',
  device: '{system} 上的 {browser}',
  actions: {
    'sign-in': '已登录',
    'sign-in-failure': '登录失败',
    'sign-out': '已退出登录',
    'user-created': '已创建账户',
    'user-updated': '已确认或更改电子邮件地址',
    'account-linked': '已关联账户',
    'two-factor.enabled': '已设置身份验证器应用',
    'two-factor.replaced': '已更换身份验证器应用',
    'two-factor.removed': '已移除身份验证器应用',
    'two-factor.recovery-codes-created': '已创建新的恢复码',
    'two-factor.recovery-code-used': '已使用恢复码',
    'two-factor.devices-forgotten': '所有设备将重新要求第二重验证',
    'two-factor.verification-failed': '第二重验证未通过',
    'passwords.sign-up': '已使用密码创建账户',
    'passwords.sign-in-failed': '登录时输入了错误的密码',
    'passwords.confirmation-failed': '输入了错误的密码',
    'passwords.password-set': '已设置密码',
    'passwords.password-changed': '已更改密码',
    'passwords.password-reset': '已重置密码',
    'passwords.password-removed': '已移除密码',
    'passwords.password-change-required': '需要设置新密码',
    'passwords.email-confirmed': '已确认电子邮件地址',
  },
  other: '活动：{action}',
}

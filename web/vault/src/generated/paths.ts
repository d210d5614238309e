/** The page of the frame; below it what that is made of. */
export const frame = '/frame'
/** The page of the window in which something is approved, where that is not done in the frame. */
export const review = '/review'
/** Something to be approved in a window. */
export const reviewOffer = '/v1/vault/review/offer'
/** What was decided there. */
export const reviewWait = '/v1/vault/review/wait'
/** What a window is to show. */
export const reviewTake = '/v1/vault/review/take'
/** What somebody decided in a window. */
export const reviewDecide = '/v1/vault/review/decide'
/** Somebody wants to sign in by e-mail. */
export const emailStart = '/v1/vault/email/start'
/** Whether the link that was mailed to somebody was followed. */
export const emailDevice = '/v1/vault/email/device'
/** The code that was mailed to somebody. */
export const emailOtp = '/v1/vault/email/otp'
/** Somebody wants another address. */
export const emailChange = '/v1/vault/email/change'
/** The code that was mailed to the old one. */
export const emailChangePrimary = '/v1/vault/email/change/primary'
/** The code that was mailed to the new one. */
export const emailChangeSecondary = '/v1/vault/email/change/secondary'
/** Who is signed in. */
export const sessionGet = '/v1/vault/session/get'
/** Another session in the place of the caller's. */
export const sessionRefresh = '/v1/vault/session/refresh'
/** Ends the caller's session. */
export const sessionDelete = '/v1/vault/session/delete'
/** Where else somebody is signed in. */
export const sessionList = '/v1/vault/session/list'
/** Ends another session, or all others. */
export const sessionRevoke = '/v1/vault/session/revoke'
/** The wallet of who asks. */
export const walletGet = '/v1/vault/wallet/get'
/** Keeps a new wallet. */
export const walletCreate = '/v1/vault/wallet/create'
/** The server's share of this browser's set. */
export const walletShare = '/v1/vault/wallet/share'
/** What brings a wallet back: in a new browser, or where its words are shown or it is split anew. */
export const walletRecover = '/v1/vault/wallet/recover'
/** What makes guesses of a passphrase take this server. */
export const walletPepper = '/v1/vault/wallet/pepper'
/** Keeps a set for this browser. */
export const walletEnrol = '/v1/vault/wallet/enrol'
/** Keeps one set and new factors in the place of all others. */
export const walletRotate = '/v1/vault/wallet/rotate'
/** Forgets who asks, with their wallet. */
export const accountDelete = '/v1/vault/account/delete'
/** What happened to the wallet. */
export const walletEvents = '/v1/vault/wallet/events'
/** Before the secret of a mailed link: the page on which a new browser is let in. */
export const mailedLink = '/m/'
/** Before the secret of another: the page on which a change of address is taken back. */
export const mailedUndo = '/u/'
/** Before the secret of one more: the page on which a wallet is kept that was to be deleted. */
export const mailedKeep = '/k/'

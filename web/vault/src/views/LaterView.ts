/** The views that come when the code is being entered: nobody needs them before. */
export type LaterView =
  | 'Approve'
  | 'Choose'
  | 'Factor'
  | 'NewEmail'
  | 'NewEmailOtp'
  | 'Prove'
  | 'Recover'
  | 'Review'
  | 'ReviewWindow'
  | 'Settings'
  | 'Words'

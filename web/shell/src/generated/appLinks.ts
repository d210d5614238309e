/** The schemes that are no app's. */
export const noApps =
  /^(javascript|vbscript|data|blob|file|filesystem|about|view-source|jar|ws|wss|ftp|ftps|sftp|ssh|telnet|smb|afp|nfs|ldap|ldaps|tel|sms|smsto|mms|mmst|mmsto|mailto|facetime|facetime-.*|callto|intent|intents|android-app|content|cid|mid|mhtml|its|shell|search|search-.*|ms-.*|itms-.*|res|resource|chrome.*|devtools|moz-.*|safari-.*|webkit.*|x-.*)$/

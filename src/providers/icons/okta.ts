/** `simple-icons:okta` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#007dc1"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M12 0a12 12 0 1 0 0 24 12 12 0 0 0 0-24m0 18c-3.32 0-6-2.67-6-6s2.68-6 6-6a6 6 0 1 1 0 12"/></svg>'

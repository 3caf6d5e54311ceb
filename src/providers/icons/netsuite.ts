/** `simple-icons:oracle` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#c74634"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M16.41 4.41H7.6a7.59 7.59 0 0 0 0 15.18h8.82a7.59 7.59 0 0 0 0-15.18m-.2 12.5H7.8a4.92 4.92 0 0 1 0-9.82h8.43a4.91 4.91 0 1 1 0 9.82"/></svg>'

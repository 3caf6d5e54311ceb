/** `simple-icons:producthunt` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#da552f"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M13.6 8.4h-3.4V12h3.4a1.8 1.8 0 1 0 0-3.6M12 0a12 12 0 1 0 0 24 12 12 0 0 0 0-24m1.6 14.4h-3.4V18H7.8V6h5.8a4.2 4.2 0 1 1 0 8.4"/></svg>'

/** `simple-icons:naver` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#03c75a"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#111"><path d="M16.27 12.85 7.37 0H0v24h7.73V11.16L16.63 24H24V0h-7.73z"/></svg>'

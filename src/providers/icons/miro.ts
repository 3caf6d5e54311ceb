/** `simple-icons:miro` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#050038"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="M17.4 0h-3.5L17 4.8 10.44 0h-3.5l3.11 6.3L3.5 0H0l3.05 8.13L0 24h3.5l6.55-17.01L6.95 24h3.5L17 5.5 13.9 24h3.5L24 3.67z"/></svg>'

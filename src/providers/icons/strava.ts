/** `simple-icons:strava` of Iconify, CC0 1.0. Drawn by `node tools/icons.js`. */
export default '<rect width="24" height="24" rx="6" fill="#fc4c02"/><svg x="4.5" y="4.5" width="15" height="15" viewBox="0 0 24 24" fill="#fff"><path d="m15.39 17.94-2.1-4.11h-3.06L15.4 24l5.15-10.17h-3.07m-7-5.6 2.83 5.6h4.17L10.47 0l-7 13.83h4.16"/></svg>'

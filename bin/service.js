/**
 * `npm run --silent service` prints a unit for systemd, for this checkout and this Node. `--user shop`
 * names its user, `--environment /etc/loadout.env` the file of its settings. See docs/systemd.md.
 */
import { statSync } from 'node:fs'
import path from 'node:path'
import { root } from './steps.js'
import { answerHelp, readOptions } from './usage.js'

answerHelp('bin/service.js')
const { values } = readOptions({
  options: {
    user: { type: 'string', default: ownerOf(root) },
    environment: { type: 'string', default: '/etc/loadout.env' },
  },
})

// The Node that npm runs under: the project's own is installed by the start, and may be away before it.
const node = process.env.npm_node_execpath ?? process.execPath

/**
 * The number of who owns a folder: systemd takes it where it takes a name.
 * @param {string} folder
 */
function ownerOf(folder) {
  return String(statSync(folder).uid)
}

/**
 * systemd reads `%` as a specifier, and `"`, `\` and `$` within quotes.
 * @param {string} text
 */
function quoted(text) {
  return `"${text.replace(/["\\]/g, '\\$&').replaceAll('%', '%%').replaceAll('$', '$$$$')}"`
}

if (['0', 'root'].includes(values.user)) {
  console.error(
    'The shop would run as root. Give this folder to another user, or name a user: --user shop',
  )
}
console.log(`[Unit]
Description=Loadout, a store for game software
Documentation=file://${path.join(root, 'docs/systemd.md').replaceAll('%', '%%').replaceAll(' ', '%%20')}
Wants=network-online.target
After=network-online.target postgresql.service
# A shop that cannot start logs the reason, and systemd restarts it until it can.
StartLimitIntervalSec=0

[Service]
Type=exec
User=${values.user}
WorkingDirectory=${root.replaceAll('%', '%%')}
EnvironmentFile=-${values.environment}
ExecStart=${quoted(node)} bin/start.js
Restart=always
RestartSec=2
# Signals only the server: it stops its database when requests and jobs are done.
KillMode=mixed
TimeoutStopSec=60
LimitNOFILE=65536
NoNewPrivileges=true
PrivateTmp=true
PrivateDevices=true
ProtectSystem=full
ProtectKernelTunables=true
ProtectKernelModules=true
ProtectControlGroups=true
RestrictAddressFamilies=AF_INET AF_INET6 AF_UNIX
RestrictSUIDSGID=true
LockPersonality=true

[Install]
WantedBy=multi-user.target`)

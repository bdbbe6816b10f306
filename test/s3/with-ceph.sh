#!/usr/bin/env bash
# Starts a Ceph of one node with an S3 gateway from Debian's packages, runs the tests of real servers against it, and stops it.
# Installs the packages where they are missing, which needs root. Everything else is in a folder of its own that is removed.
# usage: test/s3/with-ceph.sh [arguments of vitest]
set -euo pipefail
cd "$(dirname "$0")/../.."

packages=(radosgw ceph-mon ceph-mgr ceph-osd ceph-common)
programs=(radosgw radosgw-admin ceph-mon ceph-mgr ceph-osd ceph ceph-authtool monmaptool)

have_all() {
  local program
  for program in "${programs[@]}"; do command -v "$program" >/dev/null || return 1; done
}

if ! have_all; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "Ceph is not installed. On Debian, as root: apt-get install ${packages[*]}" >&2
    exit 1
  fi
  echo "== installing ${packages[*]}"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  apt-get install -y -qq --no-install-recommends "${packages[@]}" >/dev/null
fi

free_port() {
  node -e 'const s = require("node:net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'
}

folder=$(mktemp -d)
stop() {
  local file
  for file in "$folder"/run/*.pid; do
    [ -s "$file" ] && kill "$(cat "$file")" 2>/dev/null
  done
  # They write until they are gone.
  sleep 1
  for file in "$folder"/run/*.pid; do
    [ -s "$file" ] && kill -9 "$(cat "$file")" 2>/dev/null
  done
  rm -rf "$folder"
}
trap 'stop || true' EXIT

monitor_port=$(free_port)
gateway_port=$(free_port)
cluster=$(cat /proc/sys/kernel/random/uuid)
mkdir -p "$folder"/{mon,mgr,osd,rgw,run,log}
cat >"$folder/ceph.conf" <<CONF
[global]
fsid = $cluster
mon_host = v1:127.0.0.1:$monitor_port
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
public_addr = 127.0.0.1
cluster_addr = 127.0.0.1
ms_bind_ipv6 = false
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_data_avail_crit = 1
osd_objectstore = memstore
memstore_device_bytes = 1073741824
run_dir = $folder/run
admin_socket = $folder/run/\$cluster-\$name.asok
pid_file = $folder/run/\$name.pid
log_file = $folder/log/\$name.log
keyring = $folder/keyring
setuser_match_path =
[mon.a]
mon_data = $folder/mon
[mgr.x]
mgr_data = $folder/mgr
[osd.0]
osd_data = $folder/osd
[client.rgw]
rgw_data = $folder/rgw
rgw_frontends = beast endpoint=127.0.0.1:$gateway_port
rgw_enable_usage_log = false
CONF

echo "== starting Ceph"
conf=(-c "$folder/ceph.conf")
cd "$folder"
ceph-authtool --create-keyring keyring --gen-key -n mon. --cap mon 'allow *' >/dev/null
ceph-authtool keyring --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' >/dev/null
monmaptool --create --fsid "$cluster" --addv a "[v1:127.0.0.1:$monitor_port]" monmap >/dev/null
ceph-mon "${conf[@]}" --mkfs -i a --monmap monmap --keyring keyring
ceph-mon "${conf[@]}" -i a
ceph-mgr "${conf[@]}" -i x
osd=$(cat /proc/sys/kernel/random/uuid)
# The cluster has to know the identity before the daemon makes its folder.
ceph "${conf[@]}" osd new "$osd" 0 >/dev/null
ceph-osd "${conf[@]}" -i 0 --mkfs --osd-uuid "$osd" 2>/dev/null
# On a busy machine the daemon may come before the cluster has taken the identity in.
for attempt in 1 2 3; do
  sleep "$attempt"
  ceph-osd "${conf[@]}" -i 0 2>/dev/null && break
done
radosgw "${conf[@]}" -n client.rgw
for _ in $(seq 120); do
  node -e "fetch('http://127.0.0.1:$gateway_port/').then(() => process.exit(0), () => process.exit(1))" && break
  sleep 1
done
access_key=graphdown
secret_key=$(cat /proc/sys/kernel/random/uuid)
radosgw-admin "${conf[@]}" -n client.rgw user create --uid tests --display-name tests \
  --access-key "$access_key" --secret-key "$secret_key" >/dev/null
cd - >/dev/null

echo "== the tests of real servers, on $(radosgw --version | cut -d' ' -f1-3)"
GRAPHDOWN_S3_ENDPOINT=http://127.0.0.1:$gateway_port \
GRAPHDOWN_S3_ENCRYPTION=none \
AWS_ACCESS_KEY_ID=$access_key \
AWS_SECRET_ACCESS_KEY=$secret_key \
  node node_modules/vitest/vitest.mjs run test/s3/real-server.test.ts "$@"

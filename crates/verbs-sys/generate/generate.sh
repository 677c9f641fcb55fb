#!/bin/sh
# Makes src/bindings.rs from the headers of rdma-core. Needed only to change the set of functions; the result is committed.
#
#   crates/verbs-sys/generate/generate.sh [INCLUDE]
#
# INCLUDE is a folder that holds infiniband/verbs.h (default /usr/include, package libibverbs-dev; `apt-get download` and `dpkg -x`
# will do). Needs bindgen 0.73 (`cargo install bindgen-cli`) with libclang.
set -eu
here=$(dirname "$0")
include=${1:-/usr/include}

functions='ibv_(get_device_list|free_device_list|get_device_name|get_device_guid|open_device|close_device'
functions=$functions'|get_async_event|ack_async_event|event_type_str|query_device|query_port|query_pkey'
functions=$functions'|alloc_pd|dealloc_pd|reg_mr|reg_mr_iova2|dereg_mr'
functions=$functions'|create_comp_channel|destroy_comp_channel|create_cq|resize_cq|destroy_cq|get_cq_event|ack_cq_events|wc_status_str'
functions=$functions'|create_srq|modify_srq|query_srq|destroy_srq|create_qp|modify_qp|query_qp|destroy_qp'
functions=$functions'|create_ah|destroy_ah|fork_init)|_ibv_query_gid_table'

types='ibv_(access_flags|atomic_cap|event_type|gid_type|gid_entry|mtu|node_type|odp_.*|port_attr|port_state|qp_.*|send_.*|recv_.*'
types=$types'|sge|srq_.*|wc|wc_.*|wr_opcode|device_attr_ex|device_cap_flags|query_device_ex_input|xrcd_init_attr_mask)|verbs_context'

# Types behind pointers that nobody follows: size and alignment only.
opaque='ibv_(flow.*|wq.*|rwq_.*|counters.*|dm|td|mw|mw_bind|ops_wr|values_ex|cq_init_attr_ex|alloc_dm_attr|td_init_attr'
opaque=$opaque'|parent_domain_init_attr|qp_open_attr|counter_attach_attr|qp_rate_limit_attr|modify_cq_attr|cq_ex|qp_ex|mw_bind_info)|verbs_ex_private'

bindgen "$here/verbs.h" --output "$here/../src/bindings.rs" \
  --dynamic-loading Library --dynamic-link-require-all \
  --allowlist-function "$functions" --allowlist-type "$types" --opaque-type "$opaque" \
  --allowlist-var 'IBV_(LINK_LAYER|ACCESS|QPF|GRH|SRQ|DEVICE|PORT_GRH).*' \
  --blocklist-type 'pthread_.*|__pthread_.*|timespec|__off.*|sockaddr.*|__atomic_wide_counter.*' \
  --default-enum-style consts --no-prepend-enum-name --no-doc-comments --merge-extern-blocks --use-core --rust-edition 2024 --rust-target 1.85 \
  --raw-line '// Made by generate/generate.sh; do not edit. Layouts of the public C interface of libibverbs (rdma-core), as its header' \
  --raw-line '// infiniband/verbs.h declares them.' \
  --raw-line 'use libc::{pthread_cond_t, pthread_mutex_t};' \
  -- -I "$include"
rustfmt --edition 2024 "$here/../src/bindings.rs"

// A hundred thousand rounds of each kind of object: not a byte of each stays (nothing_stays.c).
// ranks: 2
// timeout: 3600
// needs: ferry all
// env: GLIBC_TUNABLES=glibc.malloc.tcache_count=0
// case: sessions
// case: worlds
// case: comms
// case: groups
// case: types
// case: ops
// case: infos
// case: errhandlers
// case: keyvals
// case: requests
// case: persistent
// case: memory
// case: buffers
// case: windows
// case: files
// case: intercomms
// case: topologies
// case: more_types
// case: more_keyvals
// case: more_requests
// case: collectives
// case: partitioned
// case: generalized
// case: matched
// case: errors
// case: ports
// case: tools
#define ALL_ROUNDS 100000
#include "nothing_stays.c"

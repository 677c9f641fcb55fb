// Ten thousand communicators that are made, used for puts and freed (coll_puts_churn.c).
// ranks: 2 4
// timeout: 300
// needs: ferry all
// env: FERRY_COLLECTIVE=allgather=put_circulant
#define TIMES 10000
#include "coll_puts_churn.c"

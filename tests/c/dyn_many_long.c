// As dyn_many, a thousand times.
// ranks: 1
// needs: ferry all
// timeout: 900
#define ROUNDS 1000
#include "dyn_many.c"

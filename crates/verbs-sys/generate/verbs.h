/* What the bindings are made of: see generate.sh. */
#include <infiniband/verbs.h>

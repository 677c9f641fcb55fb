// What cannot be: programs that are not there, or are no MPI programs; ports that are closed or none; names that nobody has published.
// ranks: 1 2
// needs: ferry
#include "dyn.h"

#include <unistd.h>

static void programs(void)
{
    MPI_Comm child;
    int codes[2] = {0, 0};
    ERR(MPI_ERR_SPAWN, MPI_Comm_spawn("./no such program", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, codes));
    CHECK_EQ(codes[0], MPI_ERR_SPAWN);
    CHECK_EQ(codes[1], MPI_ERR_SPAWN);
    /* They end, and have never called MPI_Init. */
    ERR(MPI_ERR_SPAWN, MPI_Comm_spawn("true", MPI_ARGV_NULL, 2, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, codes));
    ERR(MPI_ERR_SPAWN, MPI_Comm_spawn("false", MPI_ARGV_NULL, 1, MPI_INFO_NULL, 0, MPI_COMM_WORLD, &child, codes));
    ERR(MPI_ERR_ROOT, MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, MPI_INFO_NULL, check_size, MPI_COMM_WORLD, &child, codes));
    MPI_Info info;
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "wdir", "/no such folder"));
    ERR(MPI_ERR_SPAWN, MPI_Comm_spawn("true", MPI_ARGV_NULL, 1, info, 0, MPI_COMM_WORLD, &child, codes));
    OK(MPI_Info_free(&info));
    /* Codes tell so, too, of what is refused before anything is started. */
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "arch", "no such machine"));
    codes[0] = codes[1] = 0;
    ERR(MPI_ERR_SPAWN, MPI_Comm_spawn("true", MPI_ARGV_NULL, 2, info, 0, MPI_COMM_WORLD, &child, codes));
    CHECK(codes[0] == MPI_ERR_SPAWN && codes[1] == MPI_ERR_SPAWN);
    OK(MPI_Info_free(&info));
}

static void ports(void)
{
    char port[MPI_MAX_PORT_NAME] = "";
    MPI_Comm inter;
    MPI_Info info;
    OK(MPI_Open_port(MPI_INFO_NULL, port));
    CHECK(strlen(port) > 0 && strlen(port) < MPI_MAX_PORT_NAME);
    OK(MPI_Info_create(&info));
    OK(MPI_Info_set(info, "timeout", "0.05"));
    ERR(MPI_ERR_PORT, MPI_Comm_accept(port, info, 0, MPI_COMM_SELF, &inter));
    ERR(MPI_ERR_PORT, MPI_Comm_connect(port, info, 0, MPI_COMM_SELF, &inter));
    OK(MPI_Info_free(&info));
    OK(MPI_Close_port(port));
    ERR(MPI_ERR_PORT, MPI_Close_port(port));
    ERR(MPI_ERR_PORT, MPI_Comm_connect(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    ERR(MPI_ERR_PORT, MPI_Comm_accept(port, MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    ERR(MPI_ERR_PORT, MPI_Comm_connect("somewhere", MPI_INFO_NULL, 0, MPI_COMM_SELF, &inter));
    ERR(MPI_ERR_ARG, MPI_Comm_join(-1, &inter));
}

static void names(void)
{
    char name[100], port[MPI_MAX_PORT_NAME];
    snprintf(name, sizeof name, "dyn errors %d", (int)getpid());
    ERR(MPI_ERR_NAME, MPI_Lookup_name(name, MPI_INFO_NULL, port));
    ERR(MPI_ERR_SERVICE, MPI_Unpublish_name(name, MPI_INFO_NULL, "a port"));
    OK(MPI_Publish_name(name, MPI_INFO_NULL, "a port"));
    ERR(MPI_ERR_SERVICE, MPI_Publish_name(name, MPI_INFO_NULL, "another"));
    OK(MPI_Lookup_name(name, MPI_INFO_NULL, port));
    CHECK(!strcmp(port, "a port"));
    OK(MPI_Unpublish_name(name, MPI_INFO_NULL, "a port"));
    ERR(MPI_ERR_NAME, MPI_Lookup_name(name, MPI_INFO_NULL, port));
}

int main(int argc, char **argv)
{
    check_begin(&argc, &argv);
    programs();
    ports();
    names();
    return check_end();
}

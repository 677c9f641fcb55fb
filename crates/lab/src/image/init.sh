#!/bin/busybox sh
# The first process of a node. It loads the modules, makes the root directory of three layers (files of this node, tools that the host
# lacks, the host's own files), sets the network up and becomes the agent. What it prints goes to the serial console, which the
# launcher shows if the node does not come up.
set -e
# Without this the kernel would say at length that its first process has ended.
trap '/bin/busybox echo "this node cannot be set up"; /bin/busybox poweroff -f' EXIT
/bin/busybox --install -s /bin
export PATH=/bin

mount -t proc proc /proc
for module in /modules/*; do
    insmod "$module"
done
mount -t devtmpfs dev /dev
mount -t sysfs sys /sys
. /settings

# Layers. The archive of this node goes to a file system of its own: switch_root empties this one.
shared=trans=virtio,version=9p2000.L,msize=512000
mount -t tmpfs layer /layer
cp -a /files/. /layer
mount -t 9p -o ro,cache=loose,$shared tools /tools
mount -t 9p -o ro,cache=loose,$shared host /host
mount -t overlay -o ro,lowerdir=/layer:/tools:/host overlay /root
mount -t proc proc /root/proc
mount -t sysfs sys /root/sys
mount -t devtmpfs dev /root/dev
mkdir -p /root/dev/pts /root/dev/shm
mount -t devpts -o mode=620,ptmxmode=666 devpts /root/dev/pts
mount -t tmpfs -o mode=1777 shm /root/dev/shm
mount -t tmpfs -o mode=755 run /root/run
mkdir -p /root/run/sshd
ln -s /proc/self/fd /root/dev/fd
ln -s /proc/self/fd/0 /root/dev/stdin
ln -s /proc/self/fd/1 /root/dev/stdout
ln -s /proc/self/fd/2 /root/dev/stderr

# Programs may write to the usual places; what they write stays in the memory of the node. The user's own keys stay unseen.
mount -t tmpfs scratch /scratch
for place in /tmp /var/tmp; do
    mkdir -p "/scratch$place/upper" "/scratch$place/work"
    mount -t overlay -o "lowerdir=/host$place,upperdir=/scratch$place/upper,workdir=/scratch$place/work" overlay "/root$place"
    chmod 1777 "/root$place"
done
if [ -d "/root$HOME_DIRECTORY/.ssh" ]; then
    mount -t tmpfs -o mode=700 keys "/root$HOME_DIRECTORY/.ssh"
fi
# What shells read before each command over ssh may take seconds under emulation, and starts processes that nobody wants here.
: > /scratch/nothing
for file in .bashrc .zshenv .cshrc .tcshrc; do
    if [ -f "/root$HOME_DIRECTORY/$file" ]; then
        mount -o bind /scratch/nothing "/root$HOME_DIRECTORY/$file"
    fi
done
index=0
while [ "$index" -lt "$WRITABLE" ]; do
    eval "directory=\$WRITABLE_$index"
    mount -t 9p -o rw,cache=none,$shared "writable$index" "/root$directory"
    index=$((index + 1))
done

# Network and soft-RoCE.
echo "$NAME" > /proc/sys/kernel/hostname
ip link set lo up
ip link set eth0 mtu "$MTU" up
ip addr add "$ADDRESS/$PREFIX_BITS" dev eth0
rdma() { chroot /root /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin rdma "$@"; }
tc() { chroot /root /usr/bin/env PATH=/usr/sbin:/usr/bin:/sbin:/bin tc "$@"; }
rdma link add rxe0 type rxe netdev eth0
if [ -n "$DISCIPLINE" ]; then
    # shellcheck disable=SC2086  # a list of words
    tc qdisc add dev eth0 root $DISCIPLINE
fi

umount /proc /sys
exec switch_root /root "$AGENT" lab agent

/**
 * A load on any server that speaks etcd's API: objects as Kubernetes keeps them, clients that write and read them as its API
 * server does, watches, and what all of them saw.
 */
package io.narrows.cli.load;

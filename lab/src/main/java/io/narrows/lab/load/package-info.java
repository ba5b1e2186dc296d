/**
 * A load on any server with etcd's API: objects as stored by Kubernetes, clients that write and read them like its API
 * server, watches, and the measurements of all of them.
 */
@NullMarked
package io.narrows.lab.load;

import org.jspecify.annotations.NullMarked;

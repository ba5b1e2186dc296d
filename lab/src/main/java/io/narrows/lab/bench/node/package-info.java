/** {@code narrows bench node}: a cluster's load on any server with etcd's API, and the results. */
@NullMarked
package io.narrows.lab.bench.node;

import org.jspecify.annotations.NullMarked;

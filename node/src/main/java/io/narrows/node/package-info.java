/**
 * The bundled store: {@link io.narrows.node.Node} assembles the packages below. Requests enter through {@code api}.
 * Changes go through {@code replica} into the log and, once committed, to {@code state}, which updates the {@code mvcc}
 * keyspace on the storage engine and notifies {@code watch}.
 */
@NullMarked
package io.narrows.node;

import org.jspecify.annotations.NullMarked;

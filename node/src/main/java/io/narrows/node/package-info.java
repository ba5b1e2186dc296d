/**
 * The bundled store: {@link io.narrows.node.Node} puts together what the packages below do. A request comes in through {@code
 * api}, a change goes through {@code replica} into the log and out of it into {@code state}, which changes the {@code mvcc}
 * keyspace on the storage engine and tells {@code watch}.
 */
package io.narrows.node;

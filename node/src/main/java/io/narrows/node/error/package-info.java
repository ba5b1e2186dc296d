/** Errors of etcd's API. */
@NullMarked
package io.narrows.node.error;

import org.jspecify.annotations.NullMarked;

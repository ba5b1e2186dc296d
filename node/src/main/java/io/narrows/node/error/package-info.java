/** Errors of etcd's API. */
package io.narrows.node.error;

/** The bundled store beside a real etcd, and under etcd's own client. */
package io.narrows.tests.node;

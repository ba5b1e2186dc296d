/** Tests that a replicated store passes the traffic and the validation of etcd's own robustness tests. */
package io.narrows.tests.robustness;

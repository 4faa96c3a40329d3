// One dependency gives a host everything, in one version each, and nothing it did not ask for.
def artifacts = new File(basedir, 'target/list.txt').readLines()
    .collect { it.trim().split(' ')[0].split(':') }
    .findAll { it.size() >= 5 }

def versions = { group -> artifacts.findAll { it[0].startsWith(group) && !it[1].contains('tcnative') }
    .collect { it[it.size() - 2] }.toSet() }

assert artifacts.size() > 40 : "dependencies were not listed"
assert versions('io.netty').size() == 1 : "Netty in ${versions('io.netty')}"
// jackson-annotations counts without the patch digit.
def jackson = artifacts.findAll { it[0].startsWith('com.fasterxml.jackson') && it[1] != 'jackson-annotations' }
    .collect { it[it.size() - 2] }.toSet()
assert jackson.size() == 1 : "Jackson in $jackson"

['org.apache.hadoop', 'org.apache.orc', 'ch.qos.logback', 'org.apache.logging'].each { group ->
  assert artifacts.every { !it[0].startsWith(group) } : "$group is on the host's class path"
}
assert artifacts.findAll { it[0] == 'org.slf4j' }.every { it[1] == 'slf4j-api' } : 'a logging binding is on the class path'
assert artifacts.any { it[1] == 'duckdb_jdbc' } : 'the default engine is missing'
return true

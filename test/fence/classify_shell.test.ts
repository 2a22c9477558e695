import { test } from "uvu";
import * as assert from "uvu/assert";
import { isReadOnlyCommand, isReadOnlyForeignCommand } from "../../lib/fence/classify_shell.ts";

/** One command a line; `⏎` stands for a line's end inside a command. */
const lines = (text: string): string[] =>
  text.split("\n").map((line) => line.trim().replaceAll("⏎", "\n")).filter((line) => line !== "");

const READS = lines(String.raw`
  ls
  ls -la src
  /bin/ls -l
  /usr/bin/env
  pwd
  cat notes.txt
  cat -- -odd-name
  cat "a b.txt" 'c d.txt'
  cat a.txt | wc -l
  cat a.txt | grep -v '^#' | sort -u | head -n 5
  cd src && ls
  cd /tmp; pwd
  ls -la || echo none
  ls & pwd
  ls 2>/dev/null
  ls >/dev/null 2>&1
  ls &> /dev/null
  echo done >&2
  cat < notes.txt
  (cd src && ls)
  { ls; pwd; }
  (ls; pwd) 2>/dev/null
  ! grep -q x notes.txt
  echo "it's > 5 && <fine>; rm -rf /"
  echo 'a; rm b'
  echo a\;b
  echo rm -rf build
  ls # rm -rf build
  ls⏎pwd
  ls \⏎ -la
  echo "$HOME" "$(pwd)"
  echo "$(git rev-parse HEAD)"
  cat $(git ls-files)
  cat $FILES
  echo ${"`"}pwd${"`"}
  cat "$HOME/notes.txt"
  echo $((3 * (4 + 1)))
  wc -l *.ts src/{a,b}.ts
  cat <<EOF⏎rm -rf /⏎EOF
  cat <<'EOF'⏎$(rm -rf /)⏎EOF
  cat <<-EOF⏎	text⏎	EOF
  grep x <<< "some text"
  diff <(sort a.txt) <(sort b.txt)
  grep -rn TODO src
  grep -E "a|b" notes.txt
  grep 'a > b' notes.txt
  egrep -c x y
  rg -n pattern src
  rg --pretty foo
  rg "a.*b" -g '*.ts' src/*.ts
  fd -e ts
  find . -name '*.ts' -type f
  find src \( -name a -o -name b \) -not -path './x/*' -print0
  find . -newermt 2026-01-01 -maxdepth 2 -printf '%p\n'
  find . -name '*.ts' -exec grep -l foo {} +
  find . -type f -exec wc -l {} \;
  find . -name '*.ts' | xargs grep -n foo
  git ls-files -z | xargs -0 wc -l
  git ls-files | xargs -I{} head -n 1 {}
  git ls-files | xargs -I % cat x/%
  sort -k2,2n -t, data.csv
  sort data.csv | uniq -c
  uniq data.txt
  cut -d: -f1 /etc/passwd
  tr a-z A-Z < notes.txt
  head -n 20 notes.txt
  tail -f log.txt
  sed -n '1,20p' src/a.ts
  sed -n 5p notes.txt
  sed -n '/start/,/end/p' notes.txt
  sed 's/a/b/g; s|c|d|2' notes.txt
  sed -E 's/[[:space:]]+$//' notes.txt
  sed -ne '$p' notes.txt
  sed -e '1d' -e '$!d' notes.txt
  sed '/^$/d' notes.txt
  awk '{print $1}' notes.txt
  awk -F: '{ sum += $3 } END { print sum }' /etc/passwd
  awk -v n=3 'NR == n' notes.txt
  jq '.scripts' package.json
  jq -r '.a | keys[]' package.json
  tree -L 2
  stat notes.txt
  file notes.txt
  du -sh .
  df -h
  which node
  type ls
  command -v node
  node --version
  python3 --version
  date
  date +%F
  date -u +%s
  date -d yesterday +%F
  hostname
  uname -a
  printenv PATH
  env
  env | grep PATH
  LC_ALL=C sort notes.txt
  TZ=UTC date
  NO_COLOR=1 git status
  time ls
  timeout 5 ls -la
  timeout 2.5s cat notes.txt
  set -euo pipefail; ls
  test -f notes.txt
  [ -d src ] && ls src
  [ "$A" = b ] || test -n "$A"
  [ ! -f "$A" ] && [ "$(pwd)" ]
  [ 3 -gt -1 ] && test a != b -a -f c
  true
  printf '%s\n' a b
  printf "%s: %b\n" "$A" $B
  printf -- '%5.2f%%\n' 3.14
  rg -e -- -n src
  arch
  basename src/a.ts .ts
  sha256sum notes.txt
  base64 notes.txt
  xxd notes.txt
  od -c notes.txt
  strings a.out
  tar tzf a.tar.gz
  tar -tvf a.tar
  unzip -l a.zip
  ps aux
  comm -12 a.txt b.txt
  git status
  git status --short
  git -C sub status
  git --no-pager log --oneline -n 5
  git log -p -- src/a.ts
  git log --format='%h %s' --since=yesterday
  git log -- $FILES
  git show HEAD~1:src/a.ts
  git show stash@{0}
  git diff
  git diff --stat HEAD~3..HEAD
  git diff --no-ext-diff --cached
  git blame -L 1,10 src/a.ts
  git grep -n TODO
  git grep -e one --and -e two
  git ls-files --others --exclude-standard
  git rev-parse --show-toplevel
  git branch
  git branch -vv
  git branch --show-current
  git branch --contains HEAD
  git branch --list 'feature/*'
  git tag
  git tag -l 'v*'
  git remote -v
  git remote get-url origin
  git stash list
  git stash show -p
  git worktree list
  git reflog
  git reflog show main
  git config --get user.name
  git config user.name
  git config --list --show-origin
  git submodule status
  git cat-file -p HEAD
  git describe --tags
  git merge-base main HEAD
  git --version
`);

const WRITES = lines(String.raw`
  rm -rf build
  rm
  touch ready.txt # skill-workflow next_step
  cat notes.txt > copy.txt
  cat notes.txt >> copy.txt
  cat notes.txt >| copy.txt
  cat notes.txt &> copy.txt
  cat notes.txt >& copy.txt
  cat notes.txt 1>copy.txt
  cat notes.txt 2> errors.txt
  cat <> notes.txt
  ls > "$FILE"
  > empty.txt
  ls>x
  ls >/dev/../tmp/x
  cat < /dev/tcp/example.org/80
  ls; rm x
  ls && rm x
  ls || rm x
  ls | rm x
  ls |& tee x
  ls & rm x
  ls⏎rm x
  ls⏎⏎;⏎rm x
  (ls; rm x)
  { ls; rm x; }
  ! rm x
  echo "$(rm x)"
  echo $(rm x)
  echo ${"`"}rm x${"`"}
  echo "${"`"}rm x${"`"}"
  echo $(echo $(rm x))
  echo "a $(echo "b $(rm x)")"
  cat <(rm x)
  cat <<EOF⏎$(rm x)⏎EOF
  cat <<EOF⏎${"`"}rm x${"`"}⏎EOF
  cat <<EOF⏎text⏎EOF⏎rm x
  cat <<EOF; rm x⏎text⏎EOF
  cat <<'EOF' | sh⏎rm x⏎EOF
  cat <<EOF⏎text
  sh <<< "rm x"
  echo 'a' ; rm x
  echo 'it'\''s'; rm x
  echo "a\"; rm x #"; rm x
  echo 'a\' 'b; rm x; echo '
  echo $'a\'; rm x #'
  echo \a
  echo "unclosed
  echo 'unclosed
  echo $(unclosed
  ls )
  ls &&
  ls ;; pwd
  | ls
  rm${"`"}true${"`"} x
  $CMD x
  "$(which rm)" x
  r""m x
  'rm' x
  ./ls
  ../bin/cat x
  /tmp/ls
  /usr/bin/../../tmp/ls
  sudo ls
  eval ls
  exec ls
  source x.sh
  . x.sh
  sh -c 'ls'
  bash -lc ls
  bash
  env FOO=1 ls
  env -i sh
  nohup ls
  xargs rm
  \ls
  ls | xargs rm
  ls | xargs -n 1 sh -c 'rm $0'
  ls | xargs -I cat cat x
  ls | xargs find
  ls | xargs sort
  ls | xargs git log
  ls | xargs -I{} sed -n -- '{}' a
  ls | xargs -I % sed -n -- p%s a
  ls | xargs -I{} sort -{} a
  ls | xargs -I {} {}
  ls | xargs -a list rm
  find . -delete
  find . -name '*.log' -delete
  find . -exec rm {} \;
  find . -exec sh -c 'rm "$1"' _ {} \;
  find . -exec cat $X \;
  find . -execdir cat {} \;
  find . -ok cat {} \;
  find . -fprint out
  find . -fprintf out '%p'
  find . -fls out
  find . $X
  find . $(echo -delete)
  find . -{delete,print}
  find *
  find . -exec cat {}
  fd -x rm
  fd --exec rm
  fd --exec-b rm
  fd -Hx rm
  rg --pre ./x foo
  rg --pre=./x foo
  rg --hostname-bin=./x foo
  rg -z foo
  rg -e -- --pre ./x foo
  rg -f -- -z foo
  rg foo $X
  rg $X foo
  rg "$X" foo
  sort -o out in
  sort -oout in
  sort -no out in
  sort --output=out in
  sort --outp out in
  sort --compress-program=./x in
  sort $X
  sort -T -- -o out in
  uniq in out
  uniq $X
  tee out
  ls | tee out
  tree -o out
  tree -I -- -o out
  shuf --random-source -- -o out in
  fd -E -- -x rm
  file -m -- -C
  arch rm x
  arch -x86_64 rm x
  tree -LRo 2 out
  file -C -m x
  base64 -o out in
  xxd in out
  xxd -r in out
  date -s tomorrow
  date --set tomorrow
  date 010100002030
  date -us tomorrow
  date -d $X
  hostname other
  sed -i s/a/b/ notes.txt
  sed -i.bak s/a/b/ notes.txt
  sed -ni p notes.txt
  sed -Ei s/a/b/ notes.txt
  sed --in-place s/a/b/ notes.txt
  sed --in-pl s/a/b/ notes.txt
  sed 'w out' notes.txt
  sed -n '1w out' notes.txt
  sed 's/a/b/w out' notes.txt
  sed 's/a/b/e' notes.txt
  sed '1e touch x' notes.txt
  sed e notes.txt
  sed -n '/[/s/]/w out/' notes.txt
  sed -f script notes.txt
  sed p$X notes.txt
  sed $X notes.txt
  sed 'r notes.txt' a
  sed '1!{p;w out⏎}' a
  awk '{print > "out"}' notes.txt
  awk '{print | "sh"}' notes.txt
  awk 'BEGIN{system("rm x")}'
  awk 'BEGIN{"rm x" | getline}'
  awk 'BEGIN{f="system"; @f("rm x")}'
  awk -f script notes.txt
  awk -i inplace '{print}' notes.txt
  awk "{print $X}" notes.txt
  awk -v $X '{print}' notes.txt
  awk -F $X '{print}' notes.txt
  awk
  perl -e 'print 1'
  python3 -c 'print(1)'
  python3 -V -c 'import os'
  python3 script.py
  node -e 1
  node --version --eval 1
  go version
  yarn --version
  pnpm --version
  cargo --version
  ruby -e 1
  less notes.txt
  more notes.txt
  man ls
  vi notes.txt
  PATH=/tmp ls
  LD_PRELOAD=./x.so ls
  GIT_EXTERNAL_DIFF=./x git diff
  GIT_PAGER=./x git log
  PAGER='rm x' git log
  LC_ALL=$(rm x) ls
  FOO=bar
  PATH=/tmp; ls
  x=1 y=2
  ls() { rm x; }; ls
  function ls { rm x; }
  alias ls=rm
  if true; then rm x; fi
  for f in *; do rm $f; done
  while read f; do rm $f; done
  case x in *) rm x;; esac
  [[ -f x ]]
  (( x = 1 ))
  echo $((x[$(rm x)]))
  echo $((x=1))
  echo $((1)) > 5⏎((2))
  printf -v 'a[$(rm x)]' y
  test -v 'a[$(rm x)]'
  [ -v 'a[$(rm x)]' ]
  [ -n -- -a -v 'a[$(rm x)]' ]
  [ -t 'a[$(rm x)]' ]
  [ 'a[$(rm x)]' -eq 1 ]
  test 1 -lt 'a[$(rm x)]'
  test x = x -a 'a[$(rm x)]' -ge 0
  [ "$A" -eq 1 ]
  [ "$A" "$B" 'a[$(rm x)]' ]
  [ $A = b ]
  printf %d 'a[$(rm x)]'
  printf '%s %*d' a 'a[$(rm x)]' 1
  printf "%d" "$A"
  printf %d A
  printf "$A" 'a[$(rm x)]'
  printf $A
  echo $x['$(rm x)']
  echo $x["\\$(rm x)"]
  echo "$x[\\$(rm x)]"
  echo \${x:=y}
  echo \${x@P}
  echo \${!x}
  ls *(e:'rm x':)
  echo @(a|b)
  set -- a b
  set -k
  timeout rm x
  timeout -s KILL 5 ls
  timeout 5 rm x
  time rm x
  time -o out ls
  command rm x
  builtin cd x
  export PATH=/tmp
  read x
  trap 'rm x' EXIT
  kill 1
  tar xf a.tar
  tar -cf a.tar .
  tar tf host:a.tar
  tar tf a.tar --to-command=sh
  tar tfI a.tar sh
  unzip a.zip
  curl -o out example.org
  wget example.org
  npm test
  npx tsc
  make -n
  ssh host ls
  docker ps
  git
  git commit -m x
  git add .
  git checkout .
  git clean -fdx
  git push
  git fetch
  git pull
  git stash
  git stash pop
  git st
  git -c alias.st='!rm x' st
  git -c core.pager=./x log
  git -p log
  git --git-dir=/tmp/x status
  git --exec-path=/tmp log
  git --config-env=a=b status
  git diff --output=out
  git diff --outp out
  git log --output=out
  git diff --ext-diff
  git log -p --textconv
  git cat-file --textconv HEAD:x
  git cat-file --filters HEAD:x
  git log --show-signature
  git grep -O foo
  git grep -nO foo
  git grep --open-files-in-pager=./x foo
  git grep --open foo
  git grep -e -- -O./x foo
  git grep -f -- --open-files-in-pager=./x
  git log $X
  git log "$X"
  git show $(cat sha)
  git branch new
  git branch -d old
  git branch -D old
  git branch -m a b
  git branch -f a b
  git branch --set-upstream-to=x
  git branch --edit-description
  git tag v1
  git tag -d v1
  git tag -a v1 -m x
  git remote add x y
  git remote -v update
  git remote update
  git worktree add x
  git worktree prune
  git reflog expire --all
  git reflog delete x
  git reflog -n1 expire --all
  git config user.name Me
  git config --global core.pager ./x
  git config --unset x.y
  git config -e
  git config edit
  git config --global edit
  git config --get x -e
  git submodule foreach 'rm x'
  git submodule update
  git bisect run sh
  git rebase -x 'rm x' HEAD~1
  git ls-remote --upload-pack=./x .
  git archive -o out HEAD
  git format-patch HEAD~1
  git help log
  git notes add
  git update-index --refresh
`).map((command) => command.replaceAll("\\${", "${"));

for (const command of READS) {
  test(`reads: ${JSON.stringify(command)}`, () => assert.is(isReadOnlyCommand(command), true));
}

for (const command of WRITES) {
  test(`not sure to only read: ${JSON.stringify(command)}`, () => assert.is(isReadOnlyCommand(command), false));
}

test("what is typed into a terminal: no comments, and \`!\` brings back other commands", () => {
  for (const command of ["ls # ; rm x", "ls⏎# ' ⏎ls", "#ls⏎pwd", "ls !rm", 'echo "!rm"', "ls;#x"]) {
    const text = command.replaceAll("⏎", "\n");
    assert.is(isReadOnlyCommand(text, true), false, command);
  }
  for (const command of ["ls", "! grep -q x a.txt", "[ a != b ]", "grep a#b c"]) {
    assert.is(isReadOnlyCommand(command, true), true, command);
  }
});

test("nothing to run is nothing sure", () => {
  for (const command of ["", "  ", "# ls", "\n"]) assert.is(isReadOnlyCommand(command), false);
});

test("characters that shells differ on", () => {
  for (const odd of ["\u0000", "\r", "\u00a0", "\u2028", "\u0085", "\u001b"]) {
    assert.is(isReadOnlyCommand(`ls${odd}src`), false, JSON.stringify(odd));
  }
  assert.is(isReadOnlyCommand("cat grüße.txt"), true);
});

test("bounds: very long, very deep", () => {
  assert.is(isReadOnlyCommand(`echo ${"a".repeat(20_000)}`), false);
  assert.is(isReadOnlyCommand(`${"echo $(".repeat(50)}ls${")".repeat(50)}`), false);
  assert.is(isReadOnlyCommand(`${"(".repeat(5_000)}ls${")".repeat(5_000)}`), false);
  const started = performance.now();
  for (const piece of ["[", "/", "$((", "{", "`", "'", '"', "<<E\n", "\\"]) {
    isReadOnlyCommand(`sed 's/${piece.repeat(16_000 / piece.length)}`);
    isReadOnlyCommand(`ls ${piece.repeat(16_000 / piece.length)}`);
  }
  assert.ok(performance.now() - started < 2_000);
});

test("a shell that isn't POSIX: one plain command of a short list", () => {
  for (const command of ["ls src", "dir", "cat a.txt", "type src\\a.txt", "git status --short", "Get-Content a.txt"]) {
    assert.is(isReadOnlyForeignCommand(command), true, command);
  }
  const others = [
    "sort /O out in",
    "date 01-01-2030",
    "echo 'a & del x'",
    'echo "a`" ; del x',
    "cat a; del x",
    "cat $(del x)",
    "cat %PATH%",
    "cat a | Set-Content b",
    "cat a\ndel x",
    "git diff --output=x",
    "rg --pre x y",
    "del x",
    "expand a b",
    "",
  ];
  for (const command of others) assert.is(isReadOnlyForeignCommand(command), false, command);
});

test("the tables hold enough", () => {
  assert.ok(READS.length >= 150, `${READS.length}`);
  assert.ok(WRITES.length >= 300, `${WRITES.length}`);
});

test.run();

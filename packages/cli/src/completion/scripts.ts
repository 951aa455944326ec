/** Each script asks the program itself, so that it never goes stale: `plugin-hostd complete -- <words>`. */
export const shells = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof shells)[number];

const bash = `# Completion of plugin-hostd for bash: eval "$(plugin-hostd completion bash)"
_plugin_hostd() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  local words=("\${COMP_WORDS[@]:1:COMP_CWORD}")
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == :files ]]; then
      compopt -o filenames
      mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current")
    else
      COMPREPLY+=("$(printf '%q' "\${line%%$'\\t'*}")")
    fi
  done < <("\${COMP_WORDS[0]}" complete -- "\${words[@]}" 2>/dev/null)
}
complete -F _plugin_hostd plugin-hostd
`;

const zsh = `#compdef plugin-hostd
# Completion of plugin-hostd for zsh: eval "$(plugin-hostd completion zsh)"
_plugin_hostd() {
  local line
  local -a candidates
  for line in "\${(@f)$("\${words[1]}" complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    if [[ $line == :files ]]; then
      _files
    elif [[ -n $line ]]; then
      candidates+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}")
    fi
  done
  (( \${#candidates} )) && _describe plugin-hostd candidates
}
compdef _plugin_hostd plugin-hostd
`;

const fish = `# Completion of plugin-hostd for fish: plugin-hostd completion fish | source
function __plugin_hostd
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] complete -- $words[2..-1] 2>/dev/null)
        if test "$line" = :files
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c plugin-hostd -f -a '(__plugin_hostd)'
`;

export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish };

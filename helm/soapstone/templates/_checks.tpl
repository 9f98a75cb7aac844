{{- /* Checks of several values together, which the schema cannot express: such pods would not start, lose requests or be unreachable. */ -}}
{{- define "soapstone.checks" -}}
{{- include "soapstone.check.names" . -}}
{{- include "soapstone.check.grace" . -}}
{{- include "soapstone.check.addresses" . -}}
{{- include "soapstone.check.secrets" . -}}
{{- include "soapstone.check.library" . -}}
{{- include "soapstone.check.counts" . -}}
{{- include "soapstone.check.hooks" . -}}
{{- if and .Values.monitoring.serviceMonitor.enabled .Values.monitoring.podMonitor.enabled -}}
{{- fail "monitoring: serviceMonitor and podMonitor would scrape every pod twice; enable one of them" -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.names" -}}
{{- $names := list -}}
{{- range .Values.bridges -}}
{{- if has .name $names -}}
{{- fail (printf "bridges: two bridges have the name %s" .name) -}}
{{- end -}}
{{- $names = append $names .name -}}
{{- end -}}
{{- end -}}

{{- /* A pod that is killed while it drains loses requests. */ -}}
{{- define "soapstone.check.grace" -}}
{{- $drain := include "soapstone.drainSeconds" . | float64 -}}
{{- if le (float64 .Values.terminationGracePeriodSeconds) $drain -}}
{{- fail (printf "terminationGracePeriodSeconds: %v s must be longer than settings.drainDelay and settings.drainTimeout together (%v s), or pods are killed before their requests finish" .Values.terminationGracePeriodSeconds $drain) -}}
{{- end -}}
{{- end -}}

{{- /* Numbers of pods with which nothing moves: no drain of a node, no rollout, no scaling. */ -}}
{{- define "soapstone.check.counts" -}}
{{- $auto := .Values.autoscaling -}}
{{- if and $auto.enabled (lt (int $auto.maxReplicas) (int $auto.minReplicas)) -}}
{{- fail (printf "autoscaling.maxReplicas: %v is less than autoscaling.minReplicas (%v)" $auto.maxReplicas $auto.minReplicas) -}}
{{- end -}}
{{- $least := ternary $auto.minReplicas .Values.replicaCount $auto.enabled | int -}}
{{- $budget := .Values.podDisruptionBudget -}}
{{- $kept := toString $budget.minAvailable -}}
{{- if and $budget.enabled (ne $kept "<nil>") -}}
{{- if or (eq $kept "100%") (and (not (hasSuffix "%" $kept)) (gt (int $kept) 0) (ge (int $kept) $least)) -}}
{{- fail (printf "podDisruptionBudget.minAvailable: %s of %d pods lets none of them go, and no node can be drained" $kept $least) -}}
{{- end -}}
{{- end -}}
{{- $rolling := default dict .Values.strategy.rollingUpdate -}}
{{- if and (regexMatch "^0%?$" (toString $rolling.maxSurge)) (regexMatch "^0%?$" (toString $rolling.maxUnavailable)) -}}
{{- fail "strategy.rollingUpdate: with maxSurge and maxUnavailable of 0 no pod can be replaced" -}}
{{- end -}}
{{- end -}}

{{- /* The Job before a release runs before its objects are made: hooks alone are there by then. */ -}}
{{- define "soapstone.check.hooks" -}}
{{- if .Values.check.enabled -}}
{{- $needed := dict "Secret" (deepCopy (default list .Values.secrets)) "ConfigMap" list -}}
{{- range $bridge := .Values.bridges -}}
{{- range $source := list $bridge.mapping $bridge.contract -}}
{{- with $source -}}
{{- with .secret }}{{- $_ := set $needed "Secret" (append $needed.Secret .name) -}}{{ end -}}
{{- with .configMap }}{{ $_ := set $needed "ConfigMap" (append $needed.ConfigMap .name) }}{{ end -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- range .Values.extraObjects -}}
{{- $object := include "soapstone.tpl" (dict "root" $ "value" .) | fromYaml -}}
{{- $annotations := default dict $object.metadata.annotations -}}
{{- if and (has $object.metadata.name (default list (get $needed $object.kind))) (not (hasKey $annotations "helm.sh/hook")) -}}
{{- fail (printf "extraObjects: the check before the release needs the %s %s, which is made after it. Make it before, or give it the annotations helm.sh/hook: pre-install,pre-upgrade and helm.sh/hook-weight: \"-5\", or set check.enabled to false" $object.kind $object.metadata.name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* What selects pods of this chart. */ -}}
{{- define "soapstone.check.library" -}}
{{- if eq .Values.mode "library" -}}
{{- $selecting := dict "ingress" .Values.ingress "httpRoute" .Values.httpRoute "autoscaling" .Values.autoscaling "networkPolicy" .Values.networkPolicy "monitoring.serviceMonitor" .Values.monitoring.serviceMonitor "monitoring.podMonitor" .Values.monitoring.podMonitor -}}
{{- range $name, $one := $selecting -}}
{{- if $one.enabled -}}
{{- fail (printf "%s: in library mode there are no pods of this chart to select; disable it" $name) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "soapstone.check.addresses" -}}
{{- $settings := .Values.settings -}}
{{- $local := list "127.0.0.1" "::1" "localhost" -}}
{{- if has (default "::" $settings.adminHost) $local -}}
{{- fail (printf "settings.adminHost: kubelet probes and Prometheus cannot reach %s" $settings.adminHost) -}}
{{- end -}}
{{- if and (eq .Values.mode "standalone") (has (default "::" $settings.host) $local) -}}
{{- fail (printf "settings.host: the Service cannot reach %s" $settings.host) -}}
{{- end -}}
{{- if eq (include "soapstone.port" .) (include "soapstone.adminPort" .) -}}
{{- fail (printf "settings.port and settings.adminPort: both are %s" (include "soapstone.port" .)) -}}
{{- end -}}
{{- end -}}

{{- /* Files of secrets that are not mounted. */ -}}
{{- define "soapstone.check.secrets" -}}
{{- $mounted := list -}}
{{- range .Values.extraVolumeMounts -}}
{{- $mounted = append $mounted (trimSuffix "/" .mountPath) -}}
{{- end -}}
{{- range .Values.secrets -}}
{{- $mounted = append $mounted (printf "/etc/soapstone/secrets/%s" .) -}}
{{- end -}}
{{- range regexFindAll "/etc/soapstone/secrets/[A-Za-z0-9._-]+" (list .Values.settings .Values.bridges | toJson) -1 | uniq -}}
{{- if not (or (has . $mounted) (has "/etc/soapstone/secrets" $mounted)) -}}
{{- fail (printf "secrets: the settings name a file below %s, which is not mounted (secrets: [%s])" . (base .)) -}}
{{- end -}}
{{- end -}}
{{- end -}}

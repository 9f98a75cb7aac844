{{- /* The end of a pod. Kubernetes runs the preStop hooks of all containers at once, then sends SIGTERM: to a native sidecar when the application has ended. */ -}}

{{- /* "true" where nobody outside of the pod calls. */ -}}
{{- define "soapstone.local" -}}
{{- if and (ne .Values.mode "standalone") (not .Values.sidecar.expose) -}}true{{- end -}}
{{- end -}}

{{- /* A native sidecar without callers outside has none left when its signal comes. A classic one gets it together with the application, which still calls. */ -}}
{{- define "soapstone.drainDelay" -}}
{{- $usual := ternary "0s" "5s" (and (not (empty (include "soapstone.local" .))) .Values.sidecar.native) -}}
{{- dig "drainDelay" $usual .Values.settings -}}
{{- end -}}

{{- /* Seconds of a time such as 500ms, 30s, 2m or 1h. */ -}}
{{- define "soapstone.seconds" -}}
{{- $unit := regexFind "[a-z]*$" (toString .) -}}
{{- mulf (toString . | trimSuffix $unit | float64) (get (dict "ms" 0.001 "s" 1.0 "m" 60.0 "h" 3600.0 "" 0.0) $unit) -}}
{{- end -}}

{{- /* Seconds that a drain may take. The defaults are those of docs/reference/settings.md. */ -}}
{{- define "soapstone.drainSeconds" -}}
{{- $delay := include "soapstone.drainDelay" . | include "soapstone.seconds" | float64 -}}
{{- addf $delay (dig "drainTimeout" "20s" .Values.settings | include "soapstone.seconds" | float64) -}}
{{- end -}}

{{- /* Of our container. */ -}}
{{- define "soapstone.lifecycle" -}}
{{- $hooks := deepCopy .Values.lifecycle -}}
{{- if and (ne .Values.mode "standalone") .Values.sidecar.expose .Values.sidecar.native (not (hasKey $hooks "preStop")) -}}
{{- $command := list "/nodejs/bin/node" "/app/bin/soapstone.js" "drain" -}}
{{- $_ := set $hooks "preStop" (dict "exec" (dict "command" $command)) -}}
{{- end -}}
{{- toYaml $hooks -}}
{{- end -}}

{{- /* "true" where callers outside reach the application through the gateway. */ -}}
{{- define "soapstone.inFront" -}}
{{- if and (ne .Values.mode "standalone") .Values.sidecar.expose -}}
{{- range .Values.bridges -}}
{{- if regexMatch "^https?://(127[.]|localhost|\\[::1\\])" .upstream -}}true{{- end -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* The application's container. Behind a gateway it ends when that has drained. */ -}}
{{- define "soapstone.app" -}}
{{- $app := deepCopy .Values.app.container -}}
{{- $hooks := default dict $app.lifecycle -}}
{{- if and (include "soapstone.inFront" .) (not (hasKey $hooks "preStop")) -}}
{{- $_ := set $hooks "preStop" (include "soapstone.waitForDrain" . | fromYaml) -}}
{{- $_ := set $app "lifecycle" $hooks -}}
{{- end -}}
{{- toYaml $app -}}
{{- end -}}

{{- define "soapstone.waitForDrain" -}}
{{- with .Values.sidecar.drainCommand -}}
exec:
  command:
    {{- toYaml . | nindent 4 }}
{{- else -}}
{{- if semverCompare "<1.30-0" .Capabilities.KubeVersion.Version -}}
{{- fail "sidecar.expose: the application must wait until the gateway in front of it has drained, and before Kubernetes 1.30 there is no hook that sleeps; set sidecar.drainCommand, or app.container.lifecycle.preStop" -}}
{{- end -}}
sleep: { seconds: {{ include "soapstone.drainSeconds" . | float64 | ceil | int64 }} }
{{- end -}}
{{- end -}}
